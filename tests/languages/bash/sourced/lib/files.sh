exists() {
#^ function exists
    [ -e "$1" ]
}

report() {
#^ function report
    exists "$1"
    #^ call exists -> report
    nothing_known "$1"
}
