import { buildDashboard, DASHBOARD_FOLDER } from '../http/build-dashboard.ts'
import { runCommand } from './command.ts'

await runCommand(() => buildDashboard(DASHBOARD_FOLDER, 'info', console.log))
