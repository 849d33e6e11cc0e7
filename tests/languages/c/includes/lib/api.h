#pragma once
#include "../include/config.h"
//^ import include/config.h
int api_run(void);
//^ function api_run
