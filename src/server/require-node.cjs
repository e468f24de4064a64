/*
 * Loaded before every command. The npm package `node` brings the Node that runs this program, by a script of its own at
 * installation. Where scripts are switched off, the machine's own Node would fail at the first TypeScript file, with an
 * error that does not say why.
 */
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 2)) {
  console.error(
    `This is Node ${process.versions.node}, and Baton runs on 24.2 or later: run "npm rebuild node --ignore-scripts=false", ` +
      'which brings the one that the installation left out, or install it yourself.',
  )
  process.exit(1)
}

// Keeps compiled code, which from the second start on halves the start time and saves about 20 MB of memory: in the folder
// that Node's own variable names, else beside the packages. Here, and not in the program, because its own first file would
// be compiled before.
const cache =
  process.env.NODE_COMPILE_CACHE || require('node:path').resolve(__dirname, '../../node_modules/.cache/baton')
require('node:module').enableCompileCache(cache)
