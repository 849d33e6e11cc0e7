<?php

namespace App\Base;

interface Named
//^ interface Named
{
    public function name(): string;
    //^ method Named.name
}

abstract class Model
//^ class Model
{
    public function __construct()
    //^ method Model.__construct
    {
    }

    public function save(): void
    //^ method Model.save
    {
    }
}

class Store
//^ class Store
{
    public int $size = 0;
    //^ field Store.size

    public function put(int $x): void
    //^ method Store.put
    {
        $this->size = $x;
    }

    public function size(): int
    //^ method Store.size~2
    {
        return $this->size;
    }
}

class Failure
//^ class Failure
{
    public function tell(): void
    //^ method Failure.tell
    {
    }
}
