package Shop::Store;
#^ namespace Shop::Store
use strict;
use constant LIMIT => 3;
#^ constant LIMIT
sub put { my ($self) = @_; return 1; }
#^ function put
package Other { sub get { } }
#^ function Other.get
#^ namespace Other
