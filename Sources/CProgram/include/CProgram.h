// What the process was started with, which Swift's CommandLine asks /proc for.
#pragma once

// The name that the process was started by, which may be one that shells look for in PATH; NULL
// where the system does not hand it to libraries. It is there as long as the process.
const char *linecaster_program_name(void);

// Returns the file that this code was loaded from, a program or a shared library, as the loader
// names it; NULL if that is unknown.
const char *linecaster_image_name(void);

// Writes everything that the file system of an open file holds in memory to the disk; returns 0, or
// -1 with errno. Swift's Glibc module hides syncfs.
int linecaster_sync_file_system(int file);
