#define _GNU_SOURCE

#include "CProgram.h"

#include <unistd.h>

int linecaster_sync_file_system(int file) {
#ifdef __linux__
  return syncfs(file);
#else
  return fsync(file);
#endif
}
