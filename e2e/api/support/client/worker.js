// What workerd runs: the walk with what the request holds, whose result is the answer.
import { walk } from './walk.js'

export default {
  fetch: async (request) => {
    try {
      return Response.json(await walk(await request.json()))
    } catch (error) {
      return new Response(error.stack, { status: 500 })
    }
  },
}
