from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.generation_plan_complexity import (
    GenerationPlanComplexity,
    check_generation_plan_complexity,
)

T = TypeVar("T", bound="GenerationPlan")


@_attrs_define
class GenerationPlan:
    """Interpretation of the request."""

    enhanced_prompt: str
    """ The prompt that the engine received. """
    added_constraints: list[str]
    """ Constraints added to make it printable. """
    engine_chosen: str
    """ The engine that ran; auto for a draft that requested none. """
    engine_reasoning: str
    """ Why. """
    complexity: GenerationPlanComplexity
    estimated_seconds: float
    """ The estimated duration. """
    prompt_log_id: str
    """ Row of the prompt log. """
    routing_log_id: str
    """ Row of the routing log. """
    validation_log_id: str
    """ Row of the validation log. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        enhanced_prompt = self.enhanced_prompt

        added_constraints = self.added_constraints

        engine_chosen = self.engine_chosen

        engine_reasoning = self.engine_reasoning

        complexity: str = self.complexity

        estimated_seconds = self.estimated_seconds

        prompt_log_id = self.prompt_log_id

        routing_log_id = self.routing_log_id

        validation_log_id = self.validation_log_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "enhancedPrompt": enhanced_prompt,
                "addedConstraints": added_constraints,
                "engineChosen": engine_chosen,
                "engineReasoning": engine_reasoning,
                "complexity": complexity,
                "estimatedSeconds": estimated_seconds,
                "promptLogId": prompt_log_id,
                "routingLogId": routing_log_id,
                "validationLogId": validation_log_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        enhanced_prompt = d.pop("enhancedPrompt")

        added_constraints = cast(list[str], d.pop("addedConstraints"))

        engine_chosen = d.pop("engineChosen")

        engine_reasoning = d.pop("engineReasoning")

        complexity = check_generation_plan_complexity(d.pop("complexity"))

        estimated_seconds = d.pop("estimatedSeconds")

        prompt_log_id = d.pop("promptLogId")

        routing_log_id = d.pop("routingLogId")

        validation_log_id = d.pop("validationLogId")

        generation_plan = cls(
            enhanced_prompt=enhanced_prompt,
            added_constraints=added_constraints,
            engine_chosen=engine_chosen,
            engine_reasoning=engine_reasoning,
            complexity=complexity,
            estimated_seconds=estimated_seconds,
            prompt_log_id=prompt_log_id,
            routing_log_id=routing_log_id,
            validation_log_id=validation_log_id,
        )

        generation_plan.additional_properties = d
        return generation_plan

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
