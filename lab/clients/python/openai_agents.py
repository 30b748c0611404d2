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

from story import HEADERS, URL, Seen, script

numbers = itertools.count(1)


def text_of(output):
    """Return the text that the framework puts into the model's input for a tool's result."""
    if isinstance(output, str):
        return output
    return "\n".join(part["text"] for part in output if "text" in part)


def images_in(output):
    return 0 if isinstance(output, str) else sum("text" not in part for part in output)


class ScriptedModel(Model):
    def __init__(self, name):
        self.script = script(name)
        self.seen = Seen()
        self.tool = None

    async def get_response(self, system_instructions, input, *rest, **named):
        last = input[-1] if isinstance(input, list) else {}
        is_result = last.get("type") == "function_call_output"
        if is_result:
            self.seen.note(self.tool, text_of(last["output"]), None, images_in(last["output"]))
        step = self.script.next(text_of(last["output"]) if is_result else None)
        if isinstance(step, str):
            said = ResponseOutputText(annotations=[], text=step, type="output_text")
            output = ResponseOutputMessage(
                id="m", content=[said], role="assistant", status="completed", type="message"
            )
        else:
            tool, arguments = step
            self.tool = tool
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
        model = ScriptedModel(name)
        agent = Agent(name="buyer", model=model, mcp_servers=[server])
        result = await Runner.run(agent, "Print a vase.", max_turns=1000)
    print(json.dumps({"said": result.final_output, "seen": model.seen.tools}))


asyncio.run(main(sys.argv[1]))
