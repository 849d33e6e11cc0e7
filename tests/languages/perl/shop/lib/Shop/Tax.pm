package Shop::Tax;
# ^ class Shop::Tax
use Exporter 'import';
our @EXPORT = qw(rate);
our @EXPORT_OK = ('hidden');

sub rate { return hidden(shift) }
# ^ method Shop::Tax.rate; call Shop::Tax.hidden -> Shop::Tax.rate

sub hidden { return Shop::Tax::Rate->new->apply(shift) }
# ^ method Shop::Tax.hidden; call Shop::Tax::Rate.new -> Shop::Tax.hidden; call Shop::Tax::Rate.apply -> Shop::Tax.hidden

package Shop::Tax::Rate {
# ^ class Shop::Tax::Rate; inherit lib/Shop/Base.pm#Shop::Base -> Shop::Tax::Rate
    our @ISA = ('Shop::Base');

    sub new { my $class = shift; bless {}, $class }
    # ^ method Shop::Tax::Rate.new

    sub apply {
    # ^ method Shop::Tax::Rate.apply
        my ($self, $sum) = @_;
        return $sum * 2;
    }
}

1;
