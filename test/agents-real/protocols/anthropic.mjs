/** Anthropic Messages, as far as an agent CLI uses it: streamed answers, tool calls, errors. */
const errors = {
  401: ['authentication_error', 'invalid x-api-key'],
  403: ['permission_error', 'Your API key does not have permission to use the specified resource.'],
  429: ['rate_limit_error', 'This request would exceed your organization’s rate limit of input tokens per minute.'],
  quota: [
    'rate_limit_error',
    'You have reached your specified API usage limits. You will regain access on 2027-01-01 at 00:00 UTC.',
  ],
  billing: ['invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'],
  500: ['api_error', 'Internal server error'],
  529: ['overloaded_error', 'Overloaded'],
}
const stopReasons = { end: 'end_turn', tool: 'tool_use', length: 'max_tokens' }
const frame = (type, rest) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`

export const anthropic = {
  matches: path => path.endsWith('/messages'),

  /** The CLI offers a tool for structured answers and expects it to be called once. */
  ask(body) {
    const tools = (body.tools ?? []).map(tool => tool.name)
    const answered = (body.messages ?? []).some(
      message => Array.isArray(message.content) && message.content.some(part => part.type === 'tool_use'),
    )
    const lastIsResult =
      Array.isArray(body.messages?.at(-1)?.content) && body.messages.at(-1).content.some(part => part.type === 'tool_result')
    return {
      tools,
      model: body.model,
      streamed: body.stream === true,
      answerTool: tools.find(name => name === 'StructuredOutput') ?? null,
      isFollowUp: answered && lastIsResult,
    }
  },

  error(kind) {
    const [type, message] = errors[kind] ?? errors[500]
    return { type: 'error', error: { type, message }, request_id: 'req_local' }
  },

  whole(reply, ask) {
    const content =
      reply.call === null
        ? [{ type: 'text', text: reply.text }]
        : [{ type: 'tool_use', id: `toolu_${reply.serial}`, name: reply.call.name, input: reply.call.input }]
    const usage = {
      input_tokens: reply.usage.input,
      output_tokens: reply.usage.output,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      service_tier: 'standard',
    }
    return {
      id: `msg_${reply.serial}`,
      type: 'message',
      role: 'assistant',
      model: ask.model,
      content,
      stop_reason: stopReasons[reply.stop],
      stop_sequence: null,
      usage,
    }
  },

  frames(reply, ask) {
    const message = this.whole(reply, ask)
    const [block] = message.content
    const isText = block.type === 'text'
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    return [
      frame('message_start', {
        message: { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } },
      }),
      frame('content_block_start', { index: 0, content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} } }),
      frame('content_block_delta', { index: 0, delta }),
      frame('content_block_stop', { index: 0 }),
      frame('message_delta', {
        delta: { stop_reason: message.stop_reason, stop_sequence: null },
        usage: { output_tokens: message.usage.output_tokens },
      }),
      frame('message_stop', {}),
    ]
  },

  side: path => (path.endsWith('/count_tokens') ? { input_tokens: 1000 } : null),
}
