"""LangChain's agent over langchain-mcp-adapters with a scripted model: python langchain_agent.py story|refused."""

import asyncio
import itertools
import json
import sys
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_mcp_adapters.client import MultiServerMCPClient

from story import HEADERS, URL, Seen, script

numbers = itertools.count(1)


def text_of(content):
    """Return the text that the framework puts into the model's messages for a tool's result."""
    if isinstance(content, str):
        return content
    return "\n".join(part if isinstance(part, str) else part.get("text", "") for part in content)


def images_in(content):
    return 0 if isinstance(content, str) else sum("text" not in part for part in content)


class ScriptedModel(BaseChatModel):
    script: Any
    seen: Any

    @property
    def _llm_type(self):
        return "scripted"

    def bind_tools(self, tools, **named):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **named):
        last = messages[-1]
        if isinstance(last, ToolMessage):
            self.seen.note(last.name, text_of(last.content), None, images_in(last.content))
        step = self.script.next(text_of(last.content) if isinstance(last, ToolMessage) else None)
        if isinstance(step, str):
            message = AIMessage(step)
        else:
            tool, arguments = step
            call = {"name": tool, "args": arguments, "id": f"call_{next(numbers)}"}
            message = AIMessage("", tool_calls=[call])
        return ChatResult(generations=[ChatGeneration(message=message)])


async def main(name):
    server = {"transport": "streamable_http", "url": URL, "headers": HEADERS}
    tools = await MultiServerMCPClient({"farm": server}).get_tools()
    # The adapter raises an exception for a result with isError; the model gets its message, as in agents.
    for tool in tools:
        tool.handle_tool_error = True
    seen = Seen()
    agent = create_agent(ScriptedModel(script=script(name), seen=seen), tools)
    asked = {"messages": [{"role": "user", "content": "Print a vase."}]}
    result = await agent.ainvoke(asked, {"recursion_limit": 1000})
    print(json.dumps({"said": result["messages"][-1].content, "seen": seen.tools}))


asyncio.run(main(sys.argv[1]))
