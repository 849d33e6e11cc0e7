<?php
namespace App;

trait Audits
//^ trait Audits
{
    public function note(string $s): void {}
    //^ method Audits.note
}
