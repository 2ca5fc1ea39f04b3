/* Included before a source that does not compile without it, or that uses what only compilers for
   Windows have: what Visual C++ and MinGW offer without being asked. */
#ifndef GARLIC_STANDIN_VISUAL_H
#define GARLIC_STANDIN_VISUAL_H

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "conio.h"

#ifdef __cplusplus
#include <algorithm>
#include <string>
extern "C" char *gets(char *line);
#else
#include <stdbool.h>
char *gets(char *line);
#ifndef max
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define min(a, b) (((a) < (b)) ? (a) : (b))
#endif
#endif

#define __int64 long long
#define __int32 int
#define _countof(array) (sizeof(array) / sizeof *(array))
#define stricmp strcasecmp
#define _stricmp strcasecmp
#define strcmpi strcasecmp
#define _strcmpi strcasecmp
#define strnicmp strncasecmp
#define _strnicmp strncasecmp
#define _strdup strdup
#define _snprintf snprintf
#define printf_s printf
#define fprintf_s fprintf
#define strtok_s strtok_r
#define _itoa itoa
#define _ltoa itoa
#define ltoa itoa
#define _strlwr strlwr
#define _strupr strupr

typedef int errno_t;
#define GARLIC_STANDIN static inline __attribute__((unused))

/* The sizes behind %s, %c and %[ are read and ignored: a program that overruns hurts only itself. */
#define GARLIC_MOST_FIELDS 32
GARLIC_STANDIN void garlic_fields(const char *format, va_list given, void *fields[]) {
    int count = 0;
    for (; *format; format++) {
        if (*format != '%') continue;
        if (*++format == '%') continue;
        int skipped = *format == '*';
        while (*format && strchr("*0123456789hlLqjzt", *format)) format++;
        if (!skipped && count < GARLIC_MOST_FIELDS) fields[count++] = va_arg(given, void *);
        if (!skipped && *format && strchr("sScC[", *format)) (void)va_arg(given, unsigned);
        if (*format == '[') {
            format += format[1] == '^' ? 2 : 1;
            if (*format == ']') format++;
            while (*format && *format != ']') format++;
        }
        if (!*format) break;
    }
}
#define GARLIC_FIELDS                                                                             \
    f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9], f[10], f[11], f[12], f[13], f[14], \
        f[15], f[16], f[17], f[18], f[19], f[20], f[21], f[22], f[23], f[24], f[25], f[26], f[27], \
        f[28], f[29], f[30], f[31]
#define GARLIC_READ_FIELDS                \
    void *f[GARLIC_MOST_FIELDS] = {0};    \
    va_list given;                        \
    va_start(given, format);              \
    garlic_fields(format, given, f);      \
    va_end(given)
GARLIC_STANDIN int scanf_s(const char *format, ...) {
    GARLIC_READ_FIELDS;
    return scanf(format, GARLIC_FIELDS);
}
GARLIC_STANDIN int fscanf_s(FILE *from, const char *format, ...) {
    GARLIC_READ_FIELDS;
    return fscanf(from, format, GARLIC_FIELDS);
}
GARLIC_STANDIN int sscanf_s(const char *from, const char *format, ...) {
    GARLIC_READ_FIELDS;
    return sscanf(from, format, GARLIC_FIELDS);
}

GARLIC_STANDIN errno_t strcpy_s(char *to, size_t size, const char *from) {
    return snprintf(to, size, "%s", from) < (int)size ? 0 : ERANGE;
}
GARLIC_STANDIN errno_t strcat_s(char *to, size_t size, const char *from) {
    const size_t length = strnlen(to, size);
    return strcpy_s(to + length, size - length, from);
}
GARLIC_STANDIN errno_t strncpy_s(char *to, size_t size, const char *from, size_t most) {
    const size_t length = strnlen(from, most < size ? most : size - 1);
    memmove(to, from, length);
    to[length] = 0;
    return 0;
}
GARLIC_STANDIN errno_t memcpy_s(void *to, size_t size, const void *from, size_t count) {
    if (count > size) return ERANGE;
    memcpy(to, from, count);
    return 0;
}
GARLIC_STANDIN int sprintf_s(char *to, size_t size, const char *format, ...) {
    va_list given;
    va_start(given, format);
    const int length = vsnprintf(to, size, format, given);
    va_end(given);
    return length;
}
GARLIC_STANDIN char *gets_s(char *line, size_t size) {
    if (fgets(line, (int)size, stdin) == NULL) return NULL;
    line[strcspn(line, "\n")] = 0;
    return line;
}
GARLIC_STANDIN errno_t fopen_s(FILE **file, const char *name, const char *mode) {
    *file = fopen(name, mode);
    return *file ? 0 : errno;
}
GARLIC_STANDIN errno_t freopen_s(FILE **file, const char *name, const char *mode, FILE *old) {
    *file = freopen(name, mode, old);
    return *file ? 0 : errno;
}
GARLIC_STANDIN errno_t localtime_s(struct tm *parts, const time_t *when) {
    return localtime_r(when, parts) ? 0 : EINVAL;
}
GARLIC_STANDIN char *itoa(int value, char *text, int base) {
    char digits[40];
    int count = 0, length = 0;
    unsigned rest = base == 10 && value < 0 ? 0u - (unsigned)value : (unsigned)value;
    do {
        digits[count++] = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % (unsigned)base];
        rest /= (unsigned)base;
    } while (rest);
    if (base == 10 && value < 0) text[length++] = '-';
    while (count) text[length++] = digits[--count];
    text[length] = 0;
    return text;
}
GARLIC_STANDIN char *strlwr(char *text) {
    char *at;
    for (at = text; *at; at++) *at = (char)tolower((unsigned char)*at);
    return text;
}
GARLIC_STANDIN char *strupr(char *text) {
    char *at;
    for (at = text; *at; at++) *at = (char)toupper((unsigned char)*at);
    return text;
}

#ifdef __cplusplus /* there the size of an array need not be given */
template <size_t size>
errno_t strcpy_s(char (&to)[size], const char *from) { return strcpy_s(to, size, from); }
template <size_t size>
errno_t strcat_s(char (&to)[size], const char *from) { return strcat_s(to, size, from); }
template <size_t size>
char *gets_s(char (&line)[size]) { return gets_s(line, size); }
template <size_t size, class... Values>
int sprintf_s(char (&to)[size], const char *format, Values... values) {
    return snprintf(to, size, format, values...);
}
#endif

#endif
