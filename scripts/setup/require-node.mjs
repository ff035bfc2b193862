// Imported first by every script: exits with a message if Node is too old. Must parse on old versions of Node.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Gaffer needs Node 20.19 or newer, and this is ${process.version}. Get one from https://nodejs.org`)
  process.exit(1)
}
