<?php

namespace App\Models;

use App\Base\Model;
//^ import src/Base.php
use App\Base\{Named, Store as Box};
//^ import src/Base.php
use function App\helper;
//^ import lib.php
use Psr\Log\LoggerInterface;

require_once __DIR__ . '/../lib.php';
//^ import lib.php

trait Greets
//^ trait Greets
{
    public function greet(): string
    //^ method Greets.greet
    {
        return $this->shout();
        //^ call Greets.shout -> Greets.greet
    }

    public function shout(): string
    //^ method Greets.shout
    {
        return 'x';
    }
}

enum Suit: string
//^ enum Suit
{
    case Hearts = 'H';
    //^ field Suit.Hearts

    public function label(): string
    //^ method Suit.label
    {
        return self::Hearts->label();
        //^ call Suit.label -> Suit.label
    }
}

class User extends Model implements Named
//^ class User
//^ inherit Greets -> User
//^ inherit src/Base.php#Model -> User
//^ inherit src/Base.php#Named -> User
{
    use Greets;

    const LIMIT = 3;
    //^ field User.LIMIT

    private Box $box;
    //^ field User.box
    private $late;
    //^ field User.late

    public function __construct(private Box $other, LoggerInterface $log)
    //^ method User.__construct; field User.other
    {
        parent::__construct();
        //^ call src/Base.php#Model.__construct -> User.__construct
        $this->box = new Box();
        //^ call src/Base.php#Store -> User.__construct
        $this->late = new Box();
        //^ call src/Base.php#Store -> User.__construct
        $log->info('made');
    }

    public function name(): string
    //^ method User.name
    {
        $this->box->put(self::LIMIT);
        //^ call src/Base.php#Store.put -> User.name
        $this->other->put(1);
        //^ call src/Base.php#Store.put -> User.name
        $this->late->put(1);
        //^ call src/Base.php#Store.put -> User.name
        $this->greet();
        //^ call Greets.greet -> User.name
        $this->save();
        //^ call src/Base.php#Model.save -> User.name
        $this->unknown->lost(1);
        helper();
        //^ call lib.php#helper -> User.name
        local();
        //^ call local -> User.name
        $user = static::make($this->box)->same();
        //^ call User.make -> User.name
        //^ call User.same -> User.name
        $user?->greet();
        //^ call Greets.greet -> User.name
        return Suit::Hearts->label();
        //^ call Suit.label -> User.name
    }

    public static function make(Box $box): static
    //^ method User.make
    {
        return new static($box);
        //^ call User -> User.make
    }

    public function same(): self
    //^ method User.same
    {
        return $this;
    }

    public function inferred()
    //^ method User.inferred
    {
        return $this->box;
    }
}

function local(): User
//^ function local
{
    $make = fn(User $one) => $one->name();
    //^ call User.name -> local
    $named = function (Box $two) { return $two->put(1); };
    //^ call src/Base.php#Store.put -> local
    local()->inferred()->put(2);
    //^ call User.inferred -> local
    //^ call local -> local
    //^ call src/Base.php#Store.put -> local
    \App\helper();
    //^ call lib.php#helper -> local
    return User::make(new Box());
    //^ call User.make -> local
    //^ call src/Base.php#Store -> local
}

function checks($x, \App\Base\Store $store)
//^ function checks
{
    if ($x instanceof User) {
        $x->name();
        //^ call User.name -> checks
    }
    $store->put(1);
    //^ call src/Base.php#Store.put -> checks
    $anonymous = new class extends Model {
    //^ class checks.anon
    //^ inherit src/Base.php#Model -> checks.anon
        public function go()
        //^ method checks.anon.go
        {
            $this->save();
            //^ call src/Base.php#Model.save -> checks.anon.go
        }
    };
    try {
        $x->name();
    } catch (\App\Base\Failure $e) {
        $e->tell();
        //^ call src/Base.php#Failure.tell -> checks
    }
}
