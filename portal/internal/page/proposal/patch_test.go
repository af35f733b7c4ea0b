package proposal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestChangedFiles(t *testing.T) {
	const patch = `From 0 Mon Sep 17 00:00:00 2001
Subject: [PATCH] Change

Request-Id: req-1
---
diff --git a/live/attestation.intoto.json b/live/attestation.intoto.json
--- a/live/attestation.intoto.json
+++ b/live/attestation.intoto.json
@@ -1,2 +1,2 @@
 {
-  "a": "--- diff --git"
+  "a": "+++ b/x"
diff --git a/live/main.tf b/live/main.tf
new file mode 100644
--- /dev/null
+++ b/live/main.tf
@@ -0,0 +1,2 @@
+# one
+# two
diff --git a/live/old.json b/live/old.json
deleted file mode 100644
--- a/live/old.json
+++ /dev/null
@@ -1,1 +0,0 @@
-{}
diff --git a/requests/req-1.yaml b/requests/req-2.yaml
similarity index 90%
rename from requests/req-1.yaml
rename to requests/req-2.yaml
--- a/requests/req-1.yaml
+++ b/requests/req-2.yaml
@@ -1,3 +1,3 @@
 a: 1
 
-b: 1
-c: 1
+b: 2
+c: 2
\ No newline at end of file
-- 
`
	require.Equal(t, []changedFile{
		{Path: "requests/req-2.yaml", lineCount: lineCount{2, 2}, Lines: []diffPart{
			{"place", "@@ -1,3 +1,3 @@\n"}, {"", " a: 1\n\n"}, {"removed", "-b: 1\n-c: 1\n"}, {"added", "+b: 2\n+c: 2\n"},
			{"", "\\ No newline at end of file\n"},
		}},
		{Path: "live/main.tf", IsNew: true, lineCount: lineCount{Added: 2}},
		{Path: "live/attestation.intoto.json", lineCount: lineCount{1, 1}, Lines: []diffPart{
			{"place", "@@ -1,2 +1,2 @@\n"}, {"", " {\n"}, {"removed", "-  \"a\": \"--- diff --git\"\n"}, {"added", "+  \"a\": \"+++ b/x\"\n"},
		}},
		{Path: "live/old.json", IsGone: true, lineCount: lineCount{Removed: 1}},
	}, newChangedFiles(patch))
	require.Empty(t, newChangedFiles(""))
}

func TestAFileWithManyLinesIsCut(t *testing.T) {
	f := newChangedFile("a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,400 @@\n" + strings.Repeat("+x\n", 400))
	require.Equal(t, 400, f.Added)
	require.Equal(t, 101, f.More)
	require.Equal(t, maxDiffLines-1, strings.Count(f.Lines[1].Text, "\n"))
}
