/** OpenAI Responses, as far as an agent CLI uses it. */
const errors = {
  401: ['invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.'],
  403: ['invalid_request_error', 'model_not_allowed', 'Project does not have access to the model.'],
  429: ['tokens', 'rate_limit_exceeded', 'Rate limit reached for tokens per min. Please try again in 1s.'],
  quota: [
    'insufficient_quota',
    'insufficient_quota',
    'You exceeded your current quota, please check your plan and billing details.',
  ],
  billing: [
    'invalid_request_error',
    'billing_not_active',
    'Your account is not active, please check your billing details on our website.',
  ],
  500: ['server_error', null, 'The server had an error while processing your request.'],
  529: ['server_error', 'server_is_overloaded', 'The engine is currently overloaded, please try again later.'],
}

export const openai = {
  matches: path => path.endsWith('/responses'),

  ask(body) {
    const input = Array.isArray(body.input) ? body.input : []
    return {
      tools: (body.tools ?? []).map(tool => tool.name ?? tool.type),
      model: body.model,
      streamed: body.stream === true,
      answerTool: null,
      isFollowUp: `${input.at(-1)?.type}`.endsWith('_output'),
    }
  },

  error(kind) {
    const [type, code, message] = errors[kind] ?? errors[500]
    return { error: { message, type, param: null, code } }
  },

  whole(reply, ask) {
    const text = {
      type: 'message',
      id: `msg_${reply.serial}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }],
    }
    const call = reply.call && {
      type: 'function_call',
      id: `fc_${reply.serial}`,
      call_id: `call_${reply.serial}`,
      name: reply.call.name,
      arguments: JSON.stringify(reply.call.input),
      status: 'completed',
    }
    const incomplete = reply.stop === 'length' ? { reason: 'max_output_tokens' } : null
    const usage = {
      input_tokens: reply.usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: reply.usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: reply.usage.input + reply.usage.output,
    }
    const status = incomplete === null ? 'completed' : 'incomplete'
    return {
      id: `resp_${reply.serial}`,
      object: 'response',
      created_at: 0,
      model: ask.model,
      output: [call ?? text],
      status,
      incomplete_details: incomplete,
      error: null,
      usage,
    }
  },

  frames(reply, ask) {
    const response = this.whole(reply, ask)
    const [item] = response.output
    let number = 0
    const frame = (type, rest) => `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...rest })}\n\n`
    const at = { item_id: item.id, output_index: 0 }
    const middle =
      item.type === 'message'
        ? [
            frame('response.content_part.added', {
              ...at,
              content_index: 0,
              part: { type: 'output_text', text: '', annotations: [] },
            }),
            frame('response.output_text.delta', { ...at, content_index: 0, delta: reply.text }),
            frame('response.output_text.done', { ...at, content_index: 0, text: reply.text }),
            frame('response.content_part.done', { ...at, content_index: 0, part: item.content[0] }),
          ]
        : [
            frame('response.function_call_arguments.delta', { ...at, delta: item.arguments }),
            frame('response.function_call_arguments.done', { ...at, arguments: item.arguments }),
          ]
    return [
      frame('response.created', { response: { ...response, status: 'in_progress', output: [], usage: null } }),
      frame('response.output_item.added', {
        output_index: 0,
        item: { ...item, status: 'in_progress', ...(item.content && { content: [] }) },
      }),
      ...middle,
      frame('response.output_item.done', { output_index: 0, item }),
      frame(response.status === 'completed' ? 'response.completed' : 'response.incomplete', { response }),
    ]
  },

  side: path => (path.endsWith('/models') ? { object: 'list', data: [], models: [] } : null),
}
