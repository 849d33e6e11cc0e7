# check: definition call use inherit import guess external
package Shape;
# ^ class Shape
use constant { SIDES => 0, UNIT => 'cm' };
# ^ field Shape.SIDES; field Shape.UNIT

sub new { return bless {}, shift }
# ^ method Shape.new
sub area { my $self = shift; return $self->side(1) * SIDES }
# ^ method Shape.area; guess Square.side -> Shape.area; use Shape.SIDES -> Shape.area
sub draw { $_[0]->area; Shape::log("drawn") }
# ^ method Shape.draw; guess Shape.area -> Shape.draw; call Shape.log -> Shape.draw
sub log { print STDERR @_ }
# ^ method Shape.log

{
    package Square;
    # ^ class Square; inherit Shape -> Square
    our @ISA = ('Shape');
    sub side { my ($self, $side) = @_; return $side }
    # ^ method Square.side
    sub area { my $self = shift; $self->side(2); my $up = $self->SUPER::area; return $up }
    # ^ method Square.area; call Square.side -> Square.area; call Shape.area -> Square.area
}

package Circle {
# ^ class Circle; inherit Shape -> Circle
    use Moose;
    # ^ import external:perl/Moose
    extends 'Shape';
    sub area { my $self = shift; my $found = sub { $self->radius }; return $found->() }
    # ^ method Circle.area; call Circle.radius -> Circle.area
    sub radius { 3 }
    # ^ method Circle.radius
}

sub scale { 2 }
# ^ method Shape.scale

package Line {
# ^ class Line
    use Moo;
    # ^ import external:perl/Moo
    has length => (is => 'ro');
    sub stroke { 1 }
    # ^ method Line.stroke
}

package main;
# ^ class main

my @shapes = (Square->new, Circle->new);
# ^ use Square -> module; use Circle -> module; call Shape.new -> module; call Shape.new -> module
my $circle = Circle->new or die "no circle";
# ^ use Circle -> module; call Shape.new -> module
$circle->draw;
# ^ call Shape.draw -> module
show($circle);
# ^ call main.show -> module
foreach my $shape (@shapes) { $shape->draw }
# ^ call Shape.draw -> module
Line->new->stroke;
# ^ use Line -> module; call Line.stroke -> module
my $draw = \&Shape::draw;
# ^ use Shape.draw -> module

sub show { my $shown = shift; $shown->draw; Data::Dumper::Dumper($shown) }
# ^ method main.show; guess Shape.draw -> main.show; call external:perl/Data::Dumper#Dumper -> main.show
