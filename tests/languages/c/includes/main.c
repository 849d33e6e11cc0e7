#include "lib/api.h"
//^ import lib/api.h
#include <config.h>
//^ import include/config.h
#include <string.h>
#include "zlib.h"
#include "missing/other.h"

int main(void) { return api_run() + CONFIG + (int)strlen("x"); }
//^ function main; call lib/api.c#api_run -> main
