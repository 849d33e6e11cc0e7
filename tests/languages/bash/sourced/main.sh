#!/bin/bash
# check: definition call import use
source ./lib/text.sh
#^ import lib/text.sh
. "$(dirname "$0")/lib/files.sh"
#^ import lib/files.sh

readonly LIMIT=3
#^ constant LIMIT
NAME="x"
#^ constant NAME
export NAME
NAME="y"

main() {
#^ function main
    local count=1
    trim "$NAME"
    #^ call lib/text.sh#trim -> main
    #^ use NAME -> main
    if exists "$LIMIT"; then
    #^ call lib/files.sh#exists -> main
    #^ use LIMIT -> main
        echo "$count"
    fi
    found=$(trim b | exists)
    #^ call lib/files.sh#exists -> main
    #^ call lib/text.sh#trim -> main
    git status
    trap cleanup EXIT
    #^ call cleanup -> main
    later
    #^ call later -> main
}

function cleanup {
#^ function cleanup
    :
}

later() { cleanup; }
#^ call cleanup -> later
#^ function later

main "$@"
#^ call main -> module
