import { buildDashboard, DASHBOARD_FOLDER } from '../http/build-dashboard.ts'
import { runCommand } from './command.ts'

await runCommand(async () => {
  await buildDashboard(DASHBOARD_FOLDER, 'info', console.log)
  return true
})
