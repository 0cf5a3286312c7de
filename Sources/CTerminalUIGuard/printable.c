#include "CTerminalUIGuard.h"

static int continues(unsigned char byte, unsigned char least, unsigned char most) {
  return byte >= least && byte <= most;
}

// The length of the character at the beginning of some bytes; 0 if it is a control or no well-formed UTF-8 (Unicode
// Standard, table 3-7).
static size_t length_of_character(const unsigned char *bytes, size_t count) {
  unsigned char first = bytes[0];
  if (first < 0x80) return first == '\n' || first == '\t' || (first >= 0x20 && first != 0x7F);
  size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length == 0 || length > count) return 0;
  unsigned char least = first == 0xC2 || first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (!continues(bytes[1], least, most)) return 0;
  for (size_t i = 2; i < length; i++)
    if (!continues(bytes[i], 0x80, 0xBF)) return 0;
  return length;
}

size_t tui_make_printable(char *text, size_t count) {
  unsigned char *bytes = (unsigned char *)text;
  size_t kept = 0;
  for (size_t i = 0; i < count;) {
    size_t length = length_of_character(bytes + i, count - i);
    if (length == 0) bytes[kept++] = '?', i++;
    for (; length > 0; length--) bytes[kept++] = bytes[i++];
  }
  return kept;
}
