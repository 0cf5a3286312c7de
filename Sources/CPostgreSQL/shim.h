#pragma once

// Debian keeps the header in a folder of its own. It is named here, not asked of pkg-config: where libpq is not installed,
// a package that only mentions pkg-config is warned about in every build, also of products that never use it.
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
