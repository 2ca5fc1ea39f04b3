/* What console programs of students use of <windows.h>, for machines without Windows: nothing
   waits, and only the cursor moves on the screen. */
#ifndef GARLIC_STANDIN_WINDOWS_H
#define GARLIC_STANDIN_WINDOWS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define GARLIC_STANDIN static inline __attribute__((unused))

typedef int BOOL;
typedef unsigned char BYTE;
typedef char CHAR;
typedef wchar_t WCHAR;
typedef short SHORT;
typedef unsigned short WORD;
typedef int INT;
typedef unsigned int UINT;
typedef int32_t LONG;
typedef uint32_t DWORD;
typedef uint32_t ULONG;
typedef int64_t LONGLONG;
typedef uint64_t ULONGLONG;
typedef float FLOAT;
typedef void VOID;
typedef void *HANDLE;
typedef void *HWND;
typedef void *LPVOID;
typedef DWORD *LPDWORD;
typedef char *LPSTR;
typedef const char *LPCSTR;
typedef char *LPTSTR;
typedef const char *LPCTSTR;
typedef DWORD COLORREF;

#ifndef TRUE
#define TRUE 1
#define FALSE 0
#endif
#ifndef TCHAR
#define TCHAR char
#endif
#ifndef TEXT
#define TEXT(text) text
#endif
#define WINAPI
#define CALLBACK
#define INVALID_HANDLE_VALUE ((HANDLE)(intptr_t)-1)
#define STD_INPUT_HANDLE ((DWORD)-10)
#define STD_OUTPUT_HANDLE ((DWORD)-11)
#define STD_ERROR_HANDLE ((DWORD)-12)
#define FOREGROUND_BLUE 1
#define FOREGROUND_GREEN 2
#define FOREGROUND_RED 4
#define FOREGROUND_INTENSITY 8
#define BACKGROUND_BLUE 16
#define BACKGROUND_GREEN 32
#define BACKGROUND_RED 64
#define BACKGROUND_INTENSITY 128
#define ENABLE_PROCESSED_INPUT 1
#define ENABLE_LINE_INPUT 2
#define ENABLE_ECHO_INPUT 4
#define ENABLE_MOUSE_INPUT 16
#define ENABLE_QUICK_EDIT_MODE 64
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4
#define CP_ACP 0
#define CP_UTF8 65001
#define MB_OK 0
#define IDOK 1
#define VK_RETURN 13
#define VK_ESCAPE 27
#define VK_SPACE 32
#define VK_LEFT 37
#define VK_UP 38
#define VK_RIGHT 39
#define VK_DOWN 40

#ifndef __cplusplus /* there they would break the standard library */
#ifndef max
#define max(a, b) (((a) > (b)) ? (a) : (b))
#endif
#ifndef min
#define min(a, b) (((a) < (b)) ? (a) : (b))
#endif
#endif

typedef struct { SHORT X, Y; } COORD;
typedef struct { SHORT Left, Top, Right, Bottom; } SMALL_RECT;
typedef struct {
    COORD dwSize, dwCursorPosition;
    WORD wAttributes;
    SMALL_RECT srWindow;
    COORD dwMaximumWindowSize;
} CONSOLE_SCREEN_BUFFER_INFO;
typedef struct { DWORD dwSize; BOOL bVisible; } CONSOLE_CURSOR_INFO;
typedef union { LONGLONG QuadPart; } LARGE_INTEGER;
typedef struct {
    WORD wYear, wMonth, wDayOfWeek, wDay, wHour, wMinute, wSecond, wMilliseconds;
} SYSTEMTIME;

GARLIC_STANDIN void Sleep(DWORD milliseconds) { (void)milliseconds; }
GARLIC_STANDIN BOOL Beep(DWORD pitch, DWORD length) { (void)pitch; (void)length; return TRUE; }
GARLIC_STANDIN HANDLE GetStdHandle(DWORD which) { return (HANDLE)(intptr_t)(1 + (DWORD)-10 - which); }
GARLIC_STANDIN BOOL CloseHandle(HANDLE handle) { (void)handle; return TRUE; }
GARLIC_STANDIN HWND GetConsoleWindow(void) { return (HWND)0; }
GARLIC_STANDIN BOOL SetConsoleTextAttribute(HANDLE out, WORD colours) { (void)out; (void)colours; return TRUE; }
/* The judge is told that signs like a stone take two columns, as in a Chinese console. */
GARLIC_STANDIN BOOL SetConsoleCursorPosition(HANDLE out, COORD place) {
    (void)out;
    if (isatty(1)) printf("\033[=2w\033[%d;%dH", place.Y + 1, place.X + 1);
    fflush(stdout);
    return TRUE;
}
GARLIC_STANDIN BOOL SetConsoleCursorInfo(HANDLE out, const CONSOLE_CURSOR_INFO *info) { (void)out; (void)info; return TRUE; }
GARLIC_STANDIN BOOL GetConsoleCursorInfo(HANDLE out, CONSOLE_CURSOR_INFO *info) {
    (void)out;
    info->dwSize = 25;
    info->bVisible = TRUE;
    return TRUE;
}
GARLIC_STANDIN BOOL GetConsoleScreenBufferInfo(HANDLE out, CONSOLE_SCREEN_BUFFER_INFO *info) {
    (void)out;
    memset(info, 0, sizeof *info);
    info->dwSize.X = 80;
    info->dwSize.Y = 25;
    info->wAttributes = 7;
    info->srWindow.Right = 79;
    info->srWindow.Bottom = 24;
    info->dwMaximumWindowSize = info->dwSize;
    return TRUE;
}
GARLIC_STANDIN BOOL SetConsoleScreenBufferSize(HANDLE out, COORD size) { (void)out; (void)size; return TRUE; }
GARLIC_STANDIN BOOL SetConsoleWindowInfo(HANDLE out, BOOL absolute, const SMALL_RECT *window) { (void)out; (void)absolute; (void)window; return TRUE; }
GARLIC_STANDIN BOOL FillConsoleOutputCharacter(HANDLE out, char fill, DWORD count, COORD from, DWORD *written) {
    (void)out; (void)fill; (void)from;
    if (written) *written = count;
    return TRUE;
}
GARLIC_STANDIN BOOL FillConsoleOutputAttribute(HANDLE out, WORD fill, DWORD count, COORD from, DWORD *written) {
    (void)out; (void)fill; (void)from;
    if (written) *written = count;
    return TRUE;
}
GARLIC_STANDIN BOOL GetConsoleMode(HANDLE handle, DWORD *mode) { (void)handle; *mode = 0; return TRUE; }
GARLIC_STANDIN BOOL SetConsoleMode(HANDLE handle, DWORD mode) { (void)handle; (void)mode; return TRUE; }
GARLIC_STANDIN BOOL SetConsoleTitle(const char *title) { (void)title; return TRUE; }
GARLIC_STANDIN BOOL SetConsoleTitleA(const char *title) { (void)title; return TRUE; }
GARLIC_STANDIN BOOL SetConsoleOutputCP(UINT page) { (void)page; return TRUE; }
GARLIC_STANDIN BOOL SetConsoleCP(UINT page) { (void)page; return TRUE; }
GARLIC_STANDIN UINT GetConsoleOutputCP(void) { return CP_UTF8; }
GARLIC_STANDIN SHORT GetAsyncKeyState(int key) { (void)key; return 0; }
GARLIC_STANDIN SHORT GetKeyState(int key) { (void)key; return 0; }
GARLIC_STANDIN int MessageBox(HWND window, const char *text, const char *title, UINT kind) { (void)window; (void)text; (void)title; (void)kind; return IDOK; }
GARLIC_STANDIN int MessageBoxA(HWND window, const char *text, const char *title, UINT kind) { (void)window; (void)text; (void)title; (void)kind; return IDOK; }

GARLIC_STANDIN LONGLONG garlic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (LONGLONG)now.tv_sec * 1000000000 + now.tv_nsec;
}
GARLIC_STANDIN DWORD GetTickCount(void) { return (DWORD)(garlic_nanoseconds() / 1000000); }
GARLIC_STANDIN ULONGLONG GetTickCount64(void) { return (ULONGLONG)(garlic_nanoseconds() / 1000000); }
GARLIC_STANDIN DWORD timeGetTime(void) { return GetTickCount(); }
GARLIC_STANDIN BOOL QueryPerformanceCounter(LARGE_INTEGER *count) { count->QuadPart = garlic_nanoseconds(); return TRUE; }
GARLIC_STANDIN BOOL QueryPerformanceFrequency(LARGE_INTEGER *rate) { rate->QuadPart = 1000000000; return TRUE; }
GARLIC_STANDIN void GetLocalTime(SYSTEMTIME *now) {
    struct timespec clock;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &clock);
    localtime_r(&clock.tv_sec, &parts);
    now->wYear = (WORD)(parts.tm_year + 1900);
    now->wMonth = (WORD)(parts.tm_mon + 1);
    now->wDayOfWeek = (WORD)parts.tm_wday;
    now->wDay = (WORD)parts.tm_mday;
    now->wHour = (WORD)parts.tm_hour;
    now->wMinute = (WORD)parts.tm_min;
    now->wSecond = (WORD)parts.tm_sec;
    now->wMilliseconds = (WORD)(clock.tv_nsec / 1000000);
}

#endif
