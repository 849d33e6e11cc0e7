package Shop::Cart;
# ^ class Shop::Cart; inherit lib/Shop/Base.pm#Shop::Base -> Shop::Cart
use strict;
use warnings;
use parent 'Shop::Base';
# ^ import lib/Shop/Base.pm
use Shop::Tax ();
# ^ import lib/Shop/Tax.pm
use constant LIMIT => 10;
# ^ field Shop::Cart.LIMIT

# A cart with a tax of its own.
sub new {
# ^ method Shop::Cart.new
    my ($class, @items) = @_;
    my $self = $class->SUPER::new(@items);
    # ^ call lib/Shop/Base.pm#Shop::Base.new -> Shop::Cart.new
    $self->{tax} = Shop::Tax::Rate->new;
    # ^ call lib/Shop/Tax.pm#Shop::Tax::Rate.new -> Shop::Cart.new
    return $self;
}

sub add {
# ^ method Shop::Cart.add
    my ($self, $item) = @_;
    push @{ $self->{items} }, $item if count($self) < LIMIT;
    # ^ call Shop::Cart.count -> Shop::Cart.add
    return $self;
}

sub count { return scalar @{ $_[0]->{items} } }
# ^ method Shop::Cart.count

sub total {
# ^ method Shop::Cart.total
    my $self = shift;
    my $sum = 0;
    foreach my $item (@{ $self->{items} }) { $sum += $item }
    $self->describe;
    # ^ call lib/Shop/Base.pm#Shop::Base.describe -> Shop::Cart.total
    return $self->{tax}->apply($sum) + __PACKAGE__->fee;
    # ^ call lib/Shop/Tax.pm#Shop::Tax::Rate.apply -> Shop::Cart.total; call Shop::Cart.fee -> Shop::Cart.total
}

sub fee { 2 }
# ^ method Shop::Cart.fee

1;
