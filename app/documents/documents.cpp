#include "app/documents/documents.h"

#include "app/documents/collective_document.h"
#include "app/documents/experiment_document.h"
#include "app/documents/lesson_document.h"
#include "app/documents/scenario_document.h"

#include <algorithm>

namespace bubblescope {

Documents::Documents() {
    for (const DocumentKind* kind : documentKinds()) m_all.push_back(kind->make(this));
}

Document& Documents::of(const DocumentKind& kind) const {
    return **std::ranges::find(m_all, &kind, [](const Document* document) { return &document->kind(); });
}

ScenarioDocument& Documents::scenario() const { return static_cast<ScenarioDocument&>(of(kScenarioKind)); }

ExperimentDocument& Documents::experiment() const { return static_cast<ExperimentDocument&>(of(kExperimentKind)); }

CollectiveDocument& Documents::collective() const { return static_cast<CollectiveDocument&>(of(kCollectiveKind)); }

LessonDocument& Documents::lesson() const { return static_cast<LessonDocument&>(of(kLessonKind)); }

}  // namespace bubblescope
