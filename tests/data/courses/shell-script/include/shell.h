#ifndef SHELL_H
#define SHELL_H

#include "log.h"

log_t history; /* defined here, as old C allows */

void prompt(void);
int execute(const char *line);

#endif
