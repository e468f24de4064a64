export { type Asking, presentTrial } from './ask-once.ts'
export {
  afterPaying,
  agreedCredits,
  asksProvider,
  costsCredits,
  giveBackCredits,
  takeCredits,
  takeCreditsIfLeft,
} from './credits.ts'
export {
  type Ask,
  becomesOf,
  becomesWithout,
  changeOf,
  type Evaluation,
  evaluate,
  type Given,
  givenIn,
  judge,
  outcomeOf,
} from './evaluate.ts'
