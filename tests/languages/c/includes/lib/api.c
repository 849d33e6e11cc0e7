#include <lib/api.h>
//^ import lib/api.h
int api_run(void) { return CONFIG; }
//^ function api_run
