# These functions replace functions of the package bash-completion, so that the completion does not need the package.
__platform_words() {
    local line=${COMP_LINE:0:COMP_POINT}
    read -ra words <<<"$line"
    if [[ $line == *[[:space:]] ]]; then
        words+=("")
    fi
    cword=$((${#words[@]} - 1))
    cur=${words[cword]}
}

# The argument is -d for folders, or the endings of file names, separated by |.
__platform_files() {
    local kind=${1-} found
    while IFS= read -r found; do
        if [[ -d $found || $kind != -d && $found =~ \.(${kind%|})$ || -z $kind ]]; then
            COMPREPLY+=("$found")
        fi
    done < <(compgen -f -- "$cur")
    compopt -o filenames 2>/dev/null
}

