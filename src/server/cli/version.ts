import { version } from '../process/version.ts'
import { runCommand } from './command.ts'

await runCommand(async () => console.log(version))
