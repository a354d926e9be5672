// What the process was started with, which Swift's CommandLine asks /proc for.
#pragma once

// The name that the process was started by, which may be one that shells look for in PATH; NULL
// where the system does not hand it to libraries. It is there as long as the process.
const char *linecaster_program_name(void);
