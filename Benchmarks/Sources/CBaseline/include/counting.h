// Instructions of parts of a program, counted by callgrind; nothing happens outside of it.
#ifndef COUNTING_H
#define COUNTING_H

// Whether this program runs in callgrind, or another tool of valgrind.
int counting_is_on(void);

void counting_begin(void);

// Writes the instructions since the beginning to a file of callgrind's, with a name.
void counting_end(const char *name);

#endif
