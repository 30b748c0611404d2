from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.generation_mode import GenerationMode, check_generation_mode
from ..models.generation_result_print_status import (
    GenerationResultPrintStatus,
    check_generation_result_print_status,
)
from ..models.input_mode import InputMode, check_input_mode
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.applied_mesh_repair import AppliedMeshRepair
    from ..models.generation_plan import GenerationPlan
    from ..models.generation_price import GenerationPrice
    from ..models.no_mesh_repair import NoMeshRepair
    from ..models.printability import Printability


T = TypeVar("T", bound="GenerationResult")


@_attrs_define
class GenerationResult:
    """A generated model."""

    model_url: str
    """ `gs://` address of the repaired model: send it as `modelUrl` of an order. """
    preview_url: str
    """ The engine’s textured original; the same as `modelUrl` when there is no other. """
    persisted: bool
    """ False: storage failed; both addresses are the engine’s and expire within the hour. """
    mesh_repair: AppliedMeshRepair | NoMeshRepair
    """ Repairs that made it printable. """
    printability: Printability
    """ Measures of a mesh that decide whether it can be printed. """
    source: str
    """ tripo, fal, or demo when no engine is configured. """
    task_id: str
    """ The task’s id at the engine. """
    generation_id: str
    """ The id of the generation, for `/api/retexture`. """
    mode: GenerationMode
    """ A draft or a fine model. """
    input_mode: InputMode
    """ Input of a generation. """
    credits_charged: int
    """ Credits spent. """
    agent: GenerationPlan
    """ Interpretation of the request. """
    print_status: GenerationResultPrintStatus
    """ The verdict. """
    print_detail: str
    """ The verdict in words. """
    printability_score: int
    """ 0 to 100. """
    issues: list[str]
    """ Problems found in the model. """
    recommendations: list[str]
    """ Recommended changes. """
    print_estimate: GenerationPrice | None
    """ One PLA part at standard quality; null when the model has no extent in some direction, or when nothing of it
    would print. """
    notes: list[str] | Unset = UNSET
    """ Where the size comes from (sizeMm, the words, or the usual size), then one sentence for each thing that was
    requested and not done, such as an option that the engine does not have. Absent for a file without a size. """
    ignored: list[str] | Unset = UNSET
    """ Names in the body that had no effect; absent if there are none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.generation_price import GenerationPrice  # noqa: PLC0415
        from ..models.no_mesh_repair import NoMeshRepair  # noqa: PLC0415

        model_url = self.model_url

        preview_url = self.preview_url

        persisted = self.persisted

        mesh_repair: dict[str, Any]
        if isinstance(self.mesh_repair, NoMeshRepair):
            mesh_repair = self.mesh_repair.to_dict()
        else:
            mesh_repair = self.mesh_repair.to_dict()

        printability = self.printability.to_dict()

        source = self.source

        task_id = self.task_id

        generation_id = self.generation_id

        mode: str = self.mode

        input_mode: str = self.input_mode

        credits_charged = self.credits_charged

        agent = self.agent.to_dict()

        print_status: str = self.print_status

        print_detail = self.print_detail

        printability_score = self.printability_score

        issues = self.issues

        recommendations = self.recommendations

        print_estimate: dict[str, Any] | None
        if isinstance(self.print_estimate, GenerationPrice):
            print_estimate = self.print_estimate.to_dict()
        else:
            print_estimate = self.print_estimate

        notes: list[str] | Unset = UNSET
        if not isinstance(self.notes, Unset):
            notes = self.notes

        ignored: list[str] | Unset = UNSET
        if not isinstance(self.ignored, Unset):
            ignored = self.ignored

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "modelUrl": model_url,
                "previewUrl": preview_url,
                "persisted": persisted,
                "meshRepair": mesh_repair,
                "printability": printability,
                "source": source,
                "taskId": task_id,
                "generationId": generation_id,
                "mode": mode,
                "inputMode": input_mode,
                "creditsCharged": credits_charged,
                "agent": agent,
                "printStatus": print_status,
                "printDetail": print_detail,
                "printabilityScore": printability_score,
                "issues": issues,
                "recommendations": recommendations,
                "printEstimate": print_estimate,
            }
        )
        if notes is not UNSET:
            field_dict["notes"] = notes
        if ignored is not UNSET:
            field_dict["ignored"] = ignored

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.applied_mesh_repair import AppliedMeshRepair  # noqa: PLC0415
        from ..models.generation_plan import GenerationPlan  # noqa: PLC0415
        from ..models.generation_price import GenerationPrice  # noqa: PLC0415
        from ..models.no_mesh_repair import NoMeshRepair  # noqa: PLC0415
        from ..models.printability import Printability  # noqa: PLC0415

        d = dict(src_dict)
        model_url = d.pop("modelUrl")

        preview_url = d.pop("previewUrl")

        persisted = d.pop("persisted")

        def _parse_mesh_repair(data: object) -> AppliedMeshRepair | NoMeshRepair:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_mesh_repair_type_0 = NoMeshRepair.from_dict(data)

                return componentsschemas_mesh_repair_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_mesh_repair_type_1 = AppliedMeshRepair.from_dict(data)

            return componentsschemas_mesh_repair_type_1

        mesh_repair = _parse_mesh_repair(d.pop("meshRepair"))

        printability = Printability.from_dict(d.pop("printability"))

        source = d.pop("source")

        task_id = d.pop("taskId")

        generation_id = d.pop("generationId")

        mode = check_generation_mode(d.pop("mode"))

        input_mode = check_input_mode(d.pop("inputMode"))

        credits_charged = d.pop("creditsCharged")

        agent = GenerationPlan.from_dict(d.pop("agent"))

        print_status = check_generation_result_print_status(d.pop("printStatus"))

        print_detail = d.pop("printDetail")

        printability_score = d.pop("printabilityScore")

        issues = cast(list[str], d.pop("issues"))

        recommendations = cast(list[str], d.pop("recommendations"))

        def _parse_print_estimate(data: object) -> GenerationPrice | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                print_estimate_type_0 = GenerationPrice.from_dict(data)

                return print_estimate_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GenerationPrice | None, data)

        print_estimate = _parse_print_estimate(d.pop("printEstimate"))

        notes = cast(list[str], d.pop("notes", UNSET))

        ignored = cast(list[str], d.pop("ignored", UNSET))

        generation_result = cls(
            model_url=model_url,
            preview_url=preview_url,
            persisted=persisted,
            mesh_repair=mesh_repair,
            printability=printability,
            source=source,
            task_id=task_id,
            generation_id=generation_id,
            mode=mode,
            input_mode=input_mode,
            credits_charged=credits_charged,
            agent=agent,
            print_status=print_status,
            print_detail=print_detail,
            printability_score=printability_score,
            issues=issues,
            recommendations=recommendations,
            print_estimate=print_estimate,
            notes=notes,
            ignored=ignored,
        )

        generation_result.additional_properties = d
        return generation_result

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
