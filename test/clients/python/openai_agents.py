"""openai-agents with a scripted model: python openai_agents.py story|refused. The last line is the agent's final output."""

import asyncio
import itertools
import json
import sys

from agents import Agent, Runner, set_tracing_disabled
from agents.items import ModelResponse
from agents.mcp import MCPServerStreamableHttp
from agents.models.interface import Model
from agents.usage import Usage
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from story import HEADERS, URL, script

numbers = itertools.count(1)


def text_of(output):
    """What the framework puts into the model's input for a tool's result."""
    if isinstance(output, str):
        return output
    return "\n".join(part["text"] for part in output)


class ScriptedModel(Model):
    def __init__(self, name):
        self.script = script(name)

    async def get_response(self, system_instructions, input, *rest, **named):
        last = input[-1] if isinstance(input, list) else {}
        is_result = last.get("type") == "function_call_output"
        step = self.script.next(text_of(last["output"]) if is_result else None)
        if isinstance(step, str):
            said = ResponseOutputText(annotations=[], text=step, type="output_text")
            output = ResponseOutputMessage(
                id="m", content=[said], role="assistant", status="completed", type="message"
            )
        else:
            tool, arguments = step
            output = ResponseFunctionToolCall(
                call_id=f"call_{next(numbers)}",
                name=tool,
                arguments=json.dumps(arguments),
                type="function_call",
            )
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    def stream_response(self, *rest, **named):
        raise NotImplementedError


async def main(name):
    set_tracing_disabled(True)
    parameters = {"url": URL, "headers": HEADERS}
    async with MCPServerStreamableHttp(parameters, client_session_timeout_seconds=60) as server:
        agent = Agent(name="buyer", model=ScriptedModel(name), mcp_servers=[server])
        result = await Runner.run(agent, "Print a vase.", max_turns=1000)
    print(json.dumps({"said": result.final_output}))


asyncio.run(main(sys.argv[1]))
