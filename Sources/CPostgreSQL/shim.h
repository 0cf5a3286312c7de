#pragma once

// Debian keeps the header in a folder of its own. It is looked for here, so that pkg-config need not be installed.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#error "libpq is missing: apt-get install libpq-dev"
#endif

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
