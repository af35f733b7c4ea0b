package process

import "os"

// NewFolder makes a folder that only this user can enter, for the sockets of
// one adapter. The caller removes it.
func NewFolder() (string, error) {
	parent, err := temporary()
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(parent, "platform-adapter-")
}
