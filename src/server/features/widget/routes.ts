import type { Bindings } from '../../http/binding.ts'
import { findVisitedAgent } from '../agents/index.ts'
import { readFile, uploadFile } from './attachments.ts'
import { getWidget } from './get-widget.ts'
import { readVisit } from './read-visit.ts'
import { listSightings } from './sightings.ts'
import { startVisit } from './start-visit.ts'
import {
  askForPerson,
  declineOffer,
  fillInAction,
  handBack,
  markRead,
  rate,
  tellTyping,
  updateVisitor,
} from './visitor-acts.ts'
import { writeMessage } from './write-message.ts'

const visited = { agent: findVisitedAgent }

export const widgetRoutes = {
  getWidget: { run: getWidget, locate: visited },
  startVisit: { run: startVisit, locate: visited },
  readVisit: { run: readVisit },
  writeMessage: { run: writeMessage },
  uploadFile: { run: uploadFile },
  readFile: { run: readFile },
  fillInAction: { run: fillInAction },
  declineOffer: { run: declineOffer },
  askForPerson: { run: askForPerson },
  handBack: { run: handBack },
  updateVisitor: { run: updateVisitor },
  rate: { run: rate },
  tellTyping: { run: tellTyping },
  markRead: { run: markRead },
  getWidgetSightings: { run: listSightings },
} satisfies Partial<Bindings>
