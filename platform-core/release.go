package platformcore

// Name is the product's name, as GET /version and the portal show it.
const Name = "Self-Service Environment Platform"

// Version is the release, without a leading "v".
const Version = "1.0.0"
