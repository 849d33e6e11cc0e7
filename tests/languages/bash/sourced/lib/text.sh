trim() {
#^ function trim
    echo "${1}"
    report "$1"
    #^ call lib/files.sh#report -> trim
}
