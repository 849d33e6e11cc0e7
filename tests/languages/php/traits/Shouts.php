<?php
namespace App;

trait Shouts
//^ trait Shouts
{
    public function note(string $s): void {}
    //^ method Shouts.note
}
