#include "CProgram.h"

#include <stddef.h>
#include <unistd.h>

static const char *program_name = NULL;

const char *linecaster_program_name(void) { return program_name; }

// Only glibc hands constructors what main gets.
#ifdef __GLIBC__
// Swift's library lets a host say what CommandLine has; a version without this has it from /proc
// alone.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count)
    __attribute__((weak));

__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
  if (count < 1) return;
  program_name = arguments[0];
  if (_swift_stdlib_overrideUnsafeArgvArgc && access("/proc/self/cmdline", R_OK) != 0) {
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
  }
}
#endif
