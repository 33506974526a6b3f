#include "widgets/panels/chunks_popup.h"

#include "widgets/kit/theme.h"

#include "engine/model/scenario.h"

#include <QGridLayout>
#include <QPainter>
#include <QRadioButton>
#include <QSpinBox>

namespace bubblescope {

ChunksPopup::ChunksPopup(std::optional<int> own, int shared, int usual, const QString& source, QWidget* parent)
    : QFrame(parent, Qt::Popup) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Chunks of this schedule"));
    m_follow =
        new QRadioButton(source.isEmpty() ? tr("follow the slider (v = %1)").arg(shared) : tr("follow %1").arg(source));
    m_own = new QRadioButton(tr("own chunks"));
    m_chunks = new QSpinBox;
    m_chunks->setRange(1, kMaxChunks);
    m_chunks->setValue(own.value_or(shared));
    m_chunks->setSingleStep(usual);
    m_chunks->setAccessibleName(tr("Own chunks per device"));
    m_own->setChecked(own.has_value());
    m_follow->setChecked(!own);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->addWidget(m_follow, 0, 0, 1, 2);
    layout->addWidget(m_own, 1, 0);
    layout->addWidget(m_chunks, 1, 1);
    connect(m_follow, &QRadioButton::toggled, this,
            [this](bool follows) { emit chosen(follows ? std::nullopt : std::optional<int>(m_chunks->value())); });
    connect(m_chunks, &QSpinBox::valueChanged, this, [this](int chunks) {
        if (m_follow->isChecked())
            m_own->setChecked(true);  // says so itself
        else
            emit chosen(chunks);
    });
    setFocusProxy(m_chunks);
}

void ChunksPopup::openBelow(const QPoint& bottomRight) {
    adjustSize();
    move(bottomRight - QPoint(width() - 1, -2));
    show();
    setFocus();
}

}  // namespace bubblescope
