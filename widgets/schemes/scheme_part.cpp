#include "widgets/schemes/scheme_part.h"

#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/theme.h"

#include "engine/study/experiment.h"

#include <QVBoxLayout>

namespace bubblescope {

QString reasonOf(const Error& error) {
    const QString message = toQString(error.message), field = toQString(error.field);
    if (!field.startsWith(QLatin1String("workload."))) return message;
    const QString key = field.section(QLatin1Char('.'), 1).section(QLatin1Char('['), 0, 0);
    const WorkloadKey* known = findNumberKey(key.toStdString());
    return (known && !known->symbol.empty() ? toQString(known->symbol) : key) + QStringLiteral(": ") + message;
}

QVBoxLayout* SchemePart::layOut(const QString& name, LinkButton* button) {
    setAccessibleName(name);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kFormMargin, 8, kFormMargin, 8);
    column->setSpacing(3);
    auto* heading = new QHBoxLayout;
    heading->addWidget(sectionLabel(name), 1);
    button->setFont(uiFont(12));
    heading->addWidget(button);
    column->addLayout(heading);
    return column;
}

}  // namespace bubblescope
