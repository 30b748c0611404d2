"""pydantic-ai with a scripted model: python pydantic_agent.py story|refused. The last line has the agent's final output."""

import asyncio
import json
import sys

from fastmcp.client import Client
from fastmcp.client.transports import StreamableHttpTransport
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import (
    BinaryContent,
    ModelResponse,
    RetryPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.usage import UsageLimits

from story import HEADERS, URL, Seen, script


def pieces_of(content):
    return content if isinstance(content, list) else [content]


class ScriptedModel:
    def __init__(self, name):
        self.script = script(name)
        self.seen = Seen()

    def text_of(self, parts):
        """Return the text of the last tool's result, with fields as JSON; None before the first call."""
        returned = [part for part in parts if isinstance(part, (ToolReturnPart, RetryPromptPart))]
        if not returned:
            return None
        # A picture arrives next to the result, as a separate prompt.
        shown = [part for part in parts if isinstance(part, UserPromptPart)]
        pieces = [piece for part in [*returned, *shown] for piece in pieces_of(part.content)]
        texts = [piece for piece in pieces if isinstance(piece, str)]
        fields = [piece for piece in pieces if isinstance(piece, dict)]
        images = sum(isinstance(piece, BinaryContent) for piece in pieces)
        self.seen.note(returned[-1].tool_name, "\n".join(texts), fields[-1] if fields else None, images)
        return "\n".join([*texts, *(json.dumps(one) for one in fields)])

    def respond(self, messages, info):
        step = self.script.next(self.text_of(messages[-1].parts))
        if isinstance(step, str):
            return ModelResponse(parts=[TextPart(step)])
        tool, arguments = step
        return ModelResponse(parts=[ToolCallPart(tool, arguments)])


async def main(name):
    model = ScriptedModel(name)
    server = MCPToolset(Client(StreamableHttpTransport(URL, headers=HEADERS), timeout=60))
    agent = Agent(FunctionModel(model.respond), toolsets=[server])
    async with agent:
        result = await agent.run("Print a vase.", usage_limits=UsageLimits(request_limit=None))
    print(json.dumps({"said": result.output, "seen": model.seen.tools}))


asyncio.run(main(sys.argv[1]))
