package Shop::Log;
# ^ class Shop::Log
use Exporter;
our @ISA = qw(Exporter);
our @EXPORT_OK = qw(notice warn_user);

sub notice { print STDERR shift }
# ^ method Shop::Log.notice

sub warn_user { notice(shift) }
# ^ method Shop::Log.warn_user; call Shop::Log.notice -> Shop::Log.warn_user

1;
