package artifactdiff

import "platform.internal/platform-core/difference"

// Of returns what differs between a and b; fileA and fileB are what a person calls them.
func Of(fileA string, a difference.Document, fileB string, b difference.Document) Document {
	return Document{Difference: difference.Of(fileA, a, fileB, b)}
}
