package Shop::Base;
# ^ class Shop::Base

sub new {
# ^ method Shop::Base.new
    my ($class, @items) = @_;
    return bless { items => [@items] }, $class;
}

sub describe {
# ^ method Shop::Base.describe
    my $self = shift;
    return $self->total;
}

1;
