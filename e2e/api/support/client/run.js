// What Node, Deno and Bun run: the walk with what is given as the argument, whose result is printed as JSON.
import process from 'node:process'
import { walk } from './walk.js'

console.log(JSON.stringify(await walk(JSON.parse(process.argv[2]))))
