<?php

namespace App;

const TIMES = 2;
//^ constant TIMES

function helper(): int
//^ function helper
{
    return TIMES;
}
