<?php
// check: definition call use inherit import external
namespace App;

use function Lib\helper as aid;
//^ import external:php/Lib#helper

trait Third { public function third(): void {} public static function count(): void {} }
//^ trait Third; method Third.third; method Third.count
trait Fourth { use Third { third as protected fourth; } }
//^ trait Fourth; inherit Third -> Fourth; use Third.third -> Fourth

define('OLD_LIMIT', 4);
//^ constant OLD_LIMIT
const LIMIT = 3;
//^ constant LIMIT

final class Invoice
//^ class Invoice; inherit Audits.php#Audits -> Invoice; inherit Shouts.php#Shouts -> Invoice; inherit Third -> Invoice
{
    use Audits, Shouts, Third {
        Audits::note insteadof Shouts;
        //^ use Audits.php#Audits.note -> Invoice
        \App\Shouts::note as protected shout;
        //^ use Shouts.php#Shouts.note -> Invoice
        third as public drei;
        //^ use Third.third -> Invoice
        third as protected;
        //^ use Third.third -> Invoice
        Third::count as zahl;
        //^ use Third.count -> Invoice
    }

    public function total(): void
    //^ method Invoice.total
    {
        $this->note('total');
        //^ call Audits.php#Audits.note -> Invoice.total
        $this->shout('total');
        //^ call Shouts.php#Shouts.note -> Invoice.total
        $this->drei();
        //^ call Third.third -> Invoice.total
        self::zahl();
        //^ call Third.count -> Invoice.total
        aid();
        //^ call external:php/Lib#helper -> Invoice.total
        echo OLD_LIMIT;
        //^ use OLD_LIMIT -> Invoice.total
        $limit = LIMIT;
        //^ use LIMIT -> Invoice.total
        usort($limit, [$this, 'total']);
        //^ use Invoice.total -> Invoice.total
        usort($limit, [Invoice::class, 'drei']);
        //^ use Invoice -> Invoice.total; use Third.third -> Invoice.total
    }
}

class Other { use Fourth; function run(): void { $this->fourth(); $this->third(); } }
//^ class Other; inherit Fourth -> Other; method Other.run; call Third.third -> Other.run
