#include "app/commands/unsaved_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

UnsavedDialog::UnsavedDialog(const QStringList& names, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Unsaved changes"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    column->addWidget(new QLabel(tr("Save changes to these documents?")));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Discard | QDialogButtonBox::Cancel);
    QPushButton* save = buttons->button(QDialogButtonBox::Save);
    const auto show = [this, save] {
        const auto isChecked = [](const QCheckBox* box) { return box->isChecked(); };
        save->setText(std::ranges::all_of(m_boxes, isChecked) ? tr("Save all") : tr("Save selected"));
        save->setEnabled(std::ranges::any_of(m_boxes, isChecked));
    };
    for (QString name : names) {
        auto* box = new QCheckBox(name.replace(QLatin1Char('&'), QLatin1String("&&")));
        box->setChecked(true);
        connect(box, &QCheckBox::toggled, this, show);
        m_boxes.push_back(box);
        column->addWidget(box);
    }
    auto* hint = new QLabel(tr("Unsaved changes will be lost."));
    hint->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(hint);
    column->addSpacing(4);
    column->addWidget(buttons);
    buttons->button(QDialogButtonBox::Discard)->setText(tr("Discard all"));
    save->setDefault(true);
    save->setFocus();
    show();
    connect(save, &QPushButton::clicked, this, [this] { done(QMessageBox::Save); });
    connect(buttons->button(QDialogButtonBox::Discard), &QPushButton::clicked, this,
            [this] { done(QMessageBox::Discard); });
    connect(buttons, &QDialogButtonBox::rejected, this, [this] { done(QMessageBox::Cancel); });
}

bool UnsavedDialog::isChosen(std::size_t index) const { return m_boxes[index]->isChecked(); }

}  // namespace bubblescope
