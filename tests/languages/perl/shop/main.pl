#!/usr/bin/perl
# check: definition call import external
use strict;
use lib 'lib';
use Shop::Cart;
# ^ import lib/Shop/Cart.pm
use Shop::Log qw(notice warn_user);
# ^ import lib/Shop/Log.pm
use Shop::Tax;
# ^ import lib/Shop/Tax.pm
use List::Util 'sum';
# ^ import external:perl/List::Util
require Shop::Late;
# ^ import external:perl/Shop::Late

my $cart = Shop::Cart->new(3);
# ^ call lib/Shop/Cart.pm#Shop::Cart.new -> module
$cart->total;
# ^ call lib/Shop/Cart.pm#Shop::Cart.total -> module
$cart->add(1)->add(2);
# ^ call lib/Shop/Cart.pm#Shop::Cart.add -> module; call lib/Shop/Cart.pm#Shop::Cart.add -> module
$cart->describe;
# ^ call lib/Shop/Base.pm#Shop::Base.describe -> module
report($cart);
# ^ call report -> module
&report($cart);
# ^ call report -> module

sub report {
# ^ function report
    my ($shown) = @_;
    notice "total: " . sum($shown->total, 1);
    # ^ call lib/Shop/Log.pm#Shop::Log.notice -> report; call external:perl/List::Util#sum -> report
    warn_user('done') unless $shown;
    # ^ call lib/Shop/Log.pm#Shop::Log.warn_user -> report
    my @rates = map { rate($_) } 1 .. 3;
    # ^ call lib/Shop/Tax.pm#Shop::Tax.rate -> report
    hidden(3);
    return Shop::Tax::hidden(3);
    # ^ call lib/Shop/Tax.pm#Shop::Tax.hidden -> report
}
